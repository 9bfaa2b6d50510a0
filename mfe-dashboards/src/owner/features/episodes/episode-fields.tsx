import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { EPISODE_KINDS, EPISODE_LIMITS } from '@site/shared/contracts/episode-rules.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, Link, paths, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE, LOCALES } from '@site/shared/texts/locales.ts';
import layout from '../../../signed-in/layout.module.css';
import { useMay } from '../../../signed-in/permissions.ts';
import { ChoiceList } from '../../block-editor/choice-list.tsx';
import { MoreOptions, OptionGroup } from '../../common/more-options.tsx';
import { findReason } from '../../common/reasons.ts';
import css from './episode-fields.module.css';
import type { EpisodeField } from './episode-text.ts';
import { PictureField } from './picture-field.tsx';
import { texts } from './texts.ts';
import type { EpisodeForm } from './use-episode-form.ts';

/** Longest value that the summary of a collapsed field shows, in characters. */
const SUMMARY = 80;

type FieldsProps = { readonly episode: AdminEpisode; readonly form: EpisodeForm };

function useProblemOf({ reasons }: EpisodeForm) {
  const problems: Readonly<Record<string, string>> = useTexts(texts).fieldProblems;
  return (field: EpisodeField): string | undefined => {
    const reason = findReason(reasons, field);
    if (reason && (field === 'season' || field === 'number')) return problems[field];
    return reason && (problems[reason] ?? problems.too_long);
  };
}

/** Shows the fields of an episode that the owner edits. The optional fields of an episode that is not from the channel are collapsed. */
export function EpisodeFields({ episode, form }: FieldsProps) {
  const isOwn = episode.origin === 'own';
  const pictureField = (
    <PictureField episode={episode} file={form.file} reasons={form.reasons} isBusy={form.isSaving} onChoose={form.choosePicture} />
  );
  return (
    <div className={layout.parts}>
      {isOwn && <WordFields form={form} />}
      {!['draft', 'scheduled'].includes(episode.state) && <VisibilityField episode={episode} form={form} />}
      {isOwn && pictureField}
      {!isOwn && <OtherFields episode={episode} form={form} />}
      {!isOwn && pictureField}
      <MoreOptions>
        <NumberFields form={form} />
        {isOwn && <FoldedFields episode={episode} form={form} />}
      </MoreOptions>
    </div>
  );
}

function WordFields({ form }: Pick<FieldsProps, 'form'>) {
  const t = useTexts(texts);
  const problemOf = useProblemOf(form);
  return (
    <>
      <TextField
        label={t.titleField}
        lang={AUTHOR_LOCALE}
        value={form.body.title}
        error={problemOf('title')}
        maxLength={EPISODE_LIMITS.title}
        onChange={(event) => form.change({ title: event.currentTarget.value })}
      />
      <TextArea
        label={t.description}
        hint={t.descriptionHint}
        lang={AUTHOR_LOCALE}
        rows={8}
        value={form.body.description}
        error={problemOf('description')}
        maxLength={EPISODE_LIMITS.description}
        onChange={(event) => form.change({ description: event.currentTarget.value })}
      />
    </>
  );
}

function VisibilityField({ episode, form }: FieldsProps) {
  const t = useTexts(texts);
  return (
    <Select
      label={t.visibility}
      hint={episode.origin === 'own' ? t.ownVisibilityHint : t.visibilityHint}
      value={form.body.isHidden ? 'hidden' : 'shown'}
      onChange={(event) => form.change({ isHidden: event.currentTarget.value === 'hidden' })}
      options={(['shown', 'hidden'] as const).map((value) => ({ value, label: t.visibilities[value] }))}
    />
  );
}

/** Shows the season and number of an episode. */
function NumberFields({ form }: Pick<FieldsProps, 'form'>) {
  const t = useTexts(texts);
  const problemOf = useProblemOf(form);
  const { kind, season, number } = form.body;
  const value = [t.kinds[kind], season.trim() && t.inSeason(season.trim()), number.trim() && t.numbered(number.trim())];
  return (
    <OptionGroup title={t.numbering} value={value.filter(Boolean).join(', ')}>
      <div className={css.group}>
        <p className={layout.soft}>{t.numberingHint}</p>
        <Select
          label={t.kind}
          value={kind}
          onChange={(event) => form.change({ kind: EPISODE_KINDS.find((known) => known === event.currentTarget.value) ?? 'full' })}
          options={EPISODE_KINDS.map((known) => ({ value: known, label: t.kinds[known] }))}
        />
        <div className={layout.pair}>
          {(['season', 'number'] as const).map((field) => (
            <TextField
              key={field}
              label={t[field]}
              inputMode="numeric"
              autoComplete="off"
              value={form.body[field]}
              error={problemOf(field)}
              onChange={(event) => form.change({ [field]: event.currentTarget.value })}
            />
          ))}
        </div>
      </div>
    </OptionGroup>
  );
}

function SlugField({ episode, form }: FieldsProps) {
  const t = useTexts(texts);
  const { freeSlug } = form;
  return (
    <div className={css.slug}>
      <TextField
        label={t.ownSlug}
        hint={t.ownSlugHint(paths.episode.href(episode.slug))}
        value={form.body.ownSlug}
        error={useProblemOf(form)('ownSlug')}
        maxLength={EPISODE_LIMITS.slug}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => form.change({ ownSlug: event.currentTarget.value })}
      />
      {freeSlug && (
        <div>
          <Button size="s" variant="secondary" onClick={() => form.change({ ownSlug: freeSlug })}>
            {t.takeSlug(freeSlug)}
          </Button>
        </div>
      )}
    </div>
  );
}

function NotesFields({ form }: Pick<FieldsProps, 'form'>) {
  const t = useTexts(texts);
  const problemOf = useProblemOf(form);
  return (
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
          value={form.body[`notes.${locale}`]}
          error={problemOf(`notes.${locale}`)}
          onChange={(event) => form.change({ [`notes.${locale}`]: event.currentTarget.value })}
        />
      ))}
    </fieldset>
  );
}

const BooksField = ({ form }: Pick<FieldsProps, 'form'>) => (
  <ChoiceList
    kind="ids"
    ids={form.body.ebooks}
    noneHint={useTexts(texts).noBooks}
    problem={useProblemOf(form)('ebooks')}
    onChange={(ebooks) => form.change({ ebooks })}
  />
);

function OtherFields({ episode, form }: FieldsProps) {
  return (
    <>
      <SlugField episode={episode} form={form} />
      <Categories themes={episode.themes} chosen={form.body.categories} onChange={(categories) => form.change({ categories })} />
      <NotesFields form={form} />
      <BooksField form={form} />
    </>
  );
}

function FoldedFields({ episode, form }: FieldsProps) {
  const t = useTexts(texts);
  const { categories, ebooks } = form.body;
  return (
    <>
      <OptionGroup title={t.categories} value={categories.join(', ') || t.nothing}>
        <Categories themes={episode.themes} chosen={categories} onChange={(chosen) => form.change({ categories: chosen })} />
      </OptionGroup>
      <OptionGroup title={t.notes} value={form.body['notes.pt-BR'].trim().slice(0, SUMMARY) || t.nothing}>
        <NotesFields form={form} />
      </OptionGroup>
      <OptionGroup title={t.ebooks} value={ebooks.length > 0 ? String(ebooks.length) : t.byWords}>
        <BooksField form={form} />
      </OptionGroup>
      <OptionGroup title={t.address} value={paths.episode.href(episode.slug)}>
        <SlugField episode={episode} form={form} />
      </OptionGroup>
    </>
  );
}

type CategoriesProps = {
  readonly themes: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
};

/** Shows the podcast page's categories, and also chosen categories that no longer exist. */
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
