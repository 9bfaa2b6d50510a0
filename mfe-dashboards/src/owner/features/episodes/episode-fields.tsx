import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { EPISODE_LIMITS } from '@site/shared/contracts/episode-rules.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, Link, paths, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE, LOCALES } from '@site/shared/texts/locales.ts';
import layout from '../../../signed-in/layout.module.css';
import { useMay } from '../../../signed-in/permissions.ts';
import { ChoiceList } from '../../block-editor/choice-list.tsx';
import { findReason, type Reasons } from '../../common/reasons.ts';
import css from './episode-fields.module.css';
import type { EpisodeField, EpisodeText } from './episode-text.ts';
import { texts } from './texts.ts';

type EpisodeFieldsProps = {
  readonly episode: AdminEpisode;
  readonly text: EpisodeText;
  /** Reasons for refused fields, by their paths. */
  readonly reasons: Reasons;
  /** A free slug, if the typed one is taken. */
  readonly freeSlug: string | null;
  readonly onChange: <Field extends EpisodeField>(field: Field, value: EpisodeText[Field]) => void;
};

/** Shows the fields of an episode that the owner edits. */
export function EpisodeFields({ episode, text, reasons, freeSlug, onChange }: EpisodeFieldsProps) {
  const t = useTexts(texts);
  const problems: Readonly<Record<string, string>> = t.fieldProblems;
  const problemOf = (field: EpisodeField): string | undefined => {
    const reason = findReason(reasons, field);
    return reason && (problems[reason] ?? problems.too_long);
  };
  return (
    <div className={layout.parts}>
      <Select
        label={t.visibility}
        hint={t.visibilityHint}
        value={text.isHidden ? 'hidden' : 'shown'}
        onChange={(event) => onChange('isHidden', event.currentTarget.value === 'hidden')}
        options={(['shown', 'hidden'] as const).map((value) => ({ value, label: t.visibilities[value] }))}
      />
      <div className={css.slug}>
        <TextField
          label={t.ownSlug}
          hint={t.ownSlugHint(paths.episode.href(episode.slug))}
          value={text.ownSlug}
          error={problemOf('ownSlug')}
          maxLength={EPISODE_LIMITS.slug}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => onChange('ownSlug', event.currentTarget.value)}
        />
        {freeSlug && (
          <div>
            <Button size="s" variant="secondary" onClick={() => onChange('ownSlug', freeSlug)}>
              {t.takeSlug(freeSlug)}
            </Button>
          </div>
        )}
      </div>
      <Categories themes={episode.themes} chosen={text.categories} onChange={(names) => onChange('categories', names)} />
      <fieldset className={css.group}>
        <legend className={css.legend}>{t.notes}</legend>
        <p className={layout.soft}>{t.notesHint}</p>
        {LOCALES.map((locale) => (
          <TextArea
            key={locale}
            label={t.inLanguages[locale]}
            {...(locale === 'en' ? { hint: t.englishHint } : {})}
            lang={locale}
            rows={locale === AUTHOR_LOCALE ? 5 : 3}
            maxLength={EPISODE_LIMITS.notes}
            value={text[`notes.${locale}`]}
            error={problemOf(`notes.${locale}`)}
            onChange={(event) => onChange(`notes.${locale}`, event.currentTarget.value)}
          />
        ))}
      </fieldset>
      <ChoiceList
        kind="ids"
        ids={text.ebooks}
        noneHint={t.noBooks}
        problem={problemOf('ebooks')}
        onChange={(ids) => onChange('ebooks', ids)}
      />
    </div>
  );
}

type CategoriesProps = {
  readonly themes: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
};

/** Shows the podcast page's categories, and chosen categories that no longer exist. */
function Categories({ themes, chosen, onChange }: CategoriesProps) {
  const t = useTexts(texts);
  const may = useMay();
  const names = [...new Set([...themes, ...chosen])];
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{t.categories}</legend>
      <p className={layout.soft}>
        {names.length > 0 ? t.categoriesHint : t.noThemes} {may('site') && <Link to={paths.dashboard.href('settings')}>{t.toThemes}</Link>}
      </p>
      <div className={css.choices}>
        {names.map((name) => (
          <label key={name} className={css.choice}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name))
              }
            />
            <span>
              <span lang={AUTHOR_LOCALE}>{name}</span>
              {!themes.includes(name) && <span className={layout.soft}> ({t.noTheme})</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
