import type { BrandPicture, SitePictureName } from '@site/shared/contracts/content.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, Icon, icons, usePreferences, VisuallyHidden } from '@site/shared/site/site.ts';
import { useId, useRef } from 'react';
import layout from '../../signed-in/layout.module.css';
import { AccentField } from '../brand-fields/accent-field.tsx';
import { PictureField } from '../brand-fields/picture-field.tsx';
import type { Path, Problems } from './body.ts';
import { ChoiceList } from './choice-list.tsx';
import css from './fields.module.css';
import { useLabels } from './labels.ts';
import { aboutOf, ListItem } from './list-item.tsx';
import { Mover } from './mover.tsx';
import { emptyOf, type Shape } from './shape.ts';
import { useOrder } from './use-order.ts';

type FieldProps = {
  readonly shape: Shape;
  readonly path: Path;
  readonly value: unknown;
  readonly problems: Problems;
  readonly onChange: (path: Path, value: unknown) => void;
};

const nameOf = (path: Path): string => String(path.at(-1) ?? '');
const dotted = (path: Path): string => path.join('.');

/** Shows the fields for a contract's schema of any shape. */
export function Fields(props: FieldProps) {
  const { shape, path, value } = props;
  switch (shape.kind) {
    case 'group':
      return shape.fields.map(([name, field]) =>
        name === 'id' || field.kind === 'fixed' ? null : (
          <Fields
            key={name}
            {...props}
            shape={field}
            path={[...path, name]}
            value={(value as Record<string, unknown> | undefined)?.[name]}
          />
        ),
      );
    case 'variant': {
      const chosen = (value as Record<string, unknown> | undefined)?.[shape.by];
      const option = shape.options.find(([kind]) => kind === chosen);
      return option ? <Fields {...props} shape={option[1]} /> : null;
    }
    case 'both':
      return <InBothLanguages {...props} shape={shape} />;
    case 'list':
      if (shape.item.kind === 'choice') return <Marks {...props} options={shape.item.options} />;
      return nameOf(path) === 'ids' || nameOf(path) === 'episodeIds' ? (
        <Choices {...props} />
      ) : (
        <List {...props} shape={shape} isBare={shape.item.kind === 'both' || shape.item.kind === 'words'} />
      );
    case 'fixed':
      return null;
    case 'color':
    case 'picture':
      return <BrandField {...props} />;
    default:
      return <Control {...props} />;
  }
}

function BrandField({ shape, path, value, problems, onChange }: FieldProps) {
  const { fieldOf, problemText } = useLabels();
  const name = nameOf(path);
  const common = { label: fieldOf(name), error: problemText(problems[dotted(path)]), path: dotted(path) };
  if (shape.kind === 'color') return <AccentField {...common} value={String(value)} onChange={(color) => onChange(path, color)} />;
  return (
    <PictureField
      {...common}
      name={name as SitePictureName}
      value={value as BrandPicture | null}
      onChange={(picture) => onChange(path, picture)}
    />
  );
}

function InBothLanguages({ shape, path, value, ...rest }: FieldProps & { shape: Extract<Shape, { kind: 'both' }> }) {
  return (
    <div className={css.both}>
      {shape.languages.map((language) => (
        <Control
          key={language}
          {...rest}
          shape={shape.words}
          path={[...path, language]}
          language={language}
          value={(value as Record<string, unknown> | undefined)?.[language]}
        />
      ))}
    </div>
  );
}

/** Returns the number of lines that a text needs, within limits. */
const rowsOf = (words: string): number =>
  Math.min(
    14,
    Math.max(
      3,
      words.split('\n').reduce((rows, line) => rows + Math.ceil((line.length + 1) / 62), 0),
    ),
  );

function Control({ shape, path, value, problems, onChange, language }: FieldProps & { language?: string }) {
  const { t, fieldOf, thingOf, problemText } = useLabels();
  const step = language ? path.at(-2) : path.at(-1);
  const name = typeof step === 'number' ? thingOf(String(path.at(language ? -3 : -2)), step) : fieldOf(String(step));
  const label = language ? t.inLanguage(name, t.languages[language] ?? language) : name;
  const problem = problems[dotted(path)];
  const common = {
    label,
    error: problemText(problem),
    ...(language === 'en' && value === '' ? { hint: t.noEnglish } : {}),
    'data-path': dotted(path),
    ...(language ? { lang: language } : {}),
  };
  if (shape.kind === 'choice') {
    return (
      <Select
        {...common}
        value={String(value)}
        options={shape.options.map((option) => ({ value: option, label: t.variants[option] ?? option }))}
        onChange={(event) => onChange(path, event.currentTarget.value)}
      />
    );
  }
  if (shape.kind === 'number') {
    return (
      <TextField
        {...common}
        inputMode="numeric"
        maxLength={4}
        value={typeof value === 'number' && !Number.isNaN(value) ? String(value) : ''}
        onChange={({ currentTarget }) => onChange(path, currentTarget.value === '' ? null : Number(currentTarget.value.replace(/\D/g, '')))}
      />
    );
  }
  if (shape.kind !== 'words') return null;
  const words = typeof value === 'string' ? value : '';
  const change = (typed: string) => onChange(path, shape.isNullable && typed.trim() === '' ? null : typed);
  if (shape.format === 'text')
    return <TextArea {...common} rows={rowsOf(words)} value={words} onChange={(event) => change(event.currentTarget.value)} />;
  const type = ({ link: 'url', email: 'email', day: 'date', line: 'text' } as const)[shape.format];
  return (
    <TextField
      {...common}
      {...(t.hints[String(step)] ? { hint: t.hints[String(step)] } : {})}
      type={type}
      value={words}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function Choices({ path, value, problems, onChange }: FieldProps) {
  const { problemText } = useLabels();
  const ids = Array.isArray(value) ? value.map(String) : [];
  return (
    <ChoiceList
      kind={nameOf(path) === 'ids' ? 'ids' : 'episodeIds'}
      ids={ids}
      problem={problemText(problems[dotted(path)], true)}
      onChange={(chosen) => onChange(path, chosen)}
    />
  );
}

/** Shows checkboxes for a few options. The value keeps the options' order. */
function Marks({ path, value, problems, onChange, options }: FieldProps & { options: readonly string[] }) {
  const { t, fieldOf } = useLabels();
  const marked: readonly unknown[] = Array.isArray(value) ? value : [];
  const problem = problems[dotted(path)];
  const id = useId();
  return (
    <fieldset className={css.list} aria-describedby={problem ? id : undefined}>
      <legend className={css.legend}>{fieldOf(nameOf(path))}</legend>
      {options.map((option) => (
        <label key={option} className={css.mark}>
          <input
            type="checkbox"
            checked={marked.includes(option)}
            aria-invalid={problem ? true : undefined}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                path,
                options.filter((other) => (other === option ? checked : marked.includes(other))),
              )
            }
          />
          {t.variants[option] ?? option}
        </label>
      ))}
      <div role="alert">
        {problem && (
          <p id={id} className={css.problem}>
            {problem.reason === 'min_length' ? t.needsOneChosen : t.problems.other}
          </p>
        )}
      </div>
    </fieldset>
  );
}

type ListProps = FieldProps & { readonly shape: Extract<Shape, { kind: 'list' }>; readonly isBare: boolean };

function List({ shape, path, value, problems, onChange, isBare }: ListProps) {
  const { t, fieldOf, kindOf, thingOf, problemText } = useLabels();
  const { locale } = usePreferences();
  const list = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLDivElement>(null);
  const things: readonly unknown[] = Array.isArray(value) ? value : [];
  const name = nameOf(path);
  // The label of a place to listen is the name of the place, because the name says which address belongs in the field.
  const placeOf = (index: number) =>
    name === 'places' ? t.variants[(things[index] as { kind: string } | undefined)?.kind ?? ''] : undefined;
  const labelOf = (index: number) => placeOf(index) ?? thingOf(name, index);
  const { said, keys, move, remove, add } = useOrder(path, things, onChange, labelOf);
  const problem = problemText(problems[dotted(path)], true);
  const isFull = shape.most !== null && things.length >= shape.most;
  const added = (variant?: string) => {
    const isPlace = variant !== undefined && name === 'places';
    add(emptyOf(shape.item, variant), isPlace ? (t.variants[variant] ?? variant) : thingOf(name, things.length));
    // The new item is rendered in the next frame.
    requestAnimationFrame(() => {
      const last = list.current?.lastElementChild;
      last?.querySelector('details')?.setAttribute('open', '');
      last?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    });
  };
  const addText = (variant: string | undefined) => {
    const named = variant === undefined ? kindOf(name) : (t.variants[variant] ?? variant);
    return name === 'places' ? named : t.add(named);
  };
  /** Removes an item. The pressed button disappears with it, so the focus goes to the item that takes its position. */
  const removed = (index: number) => {
    remove(index);
    requestAnimationFrame(() => {
      const left = list.current?.children ?? [];
      const next = left[Math.min(index, left.length - 1)]?.querySelector<HTMLElement>('summary, input, textarea, select');
      (next ?? more.current?.querySelector('button'))?.focus();
    });
  };

  return (
    <fieldset className={css.list}>
      {/* A block that consists of one list needs no label for that list: the page's heading already names the block. */}
      <legend className={css.legend} data-hidden={path.length === 1 && name === 'items' ? true : undefined}>
        {fieldOf(name)}
      </legend>
      {things.length === 0 && <p className={layout.soft}>{t.none}</p>}
      <div ref={list} className={css.things}>
        {things.map((thing, index) => {
          const at = [...path, index];
          const label = labelOf(index);
          return (
            <ListItem
              key={keys[index]}
              label={label}
              about={aboutOf(thing, locale)}
              isBare={isBare}
              isForcedOpen={Object.keys(problems).some((place) => place.startsWith(`${dotted(at)}.`))}
              actions={
                <>
                  <Mover label={t.up(label)} icon="up" isDisabled={index === 0} onPress={() => move(index, index - 1)} />
                  <Mover
                    label={t.down(label)}
                    icon="down"
                    isDisabled={index === things.length - 1}
                    onPress={() => move(index, index + 1)}
                  />
                  <Mover label={t.remove(label)} icon="remove" onPress={() => removed(index)} />
                </>
              }
            >
              <Fields shape={shape.item} path={at} value={thing} problems={problems} onChange={onChange} />
            </ListItem>
          );
        })}
      </div>
      {problem && (
        <p role="alert" className={css.problem}>
          {problem}
        </p>
      )}
      <div ref={more} className={layout.chips}>
        {(shape.item.kind === 'variant' ? shape.item.options.map(([variant]) => variant) : [undefined]).map((variant) => (
          <Button key={variant ?? ''} variant="secondary" size="s" disabled={isFull} onClick={() => added(variant)}>
            <Icon path={icons.plus} />
            {/* The buttons show only the names of the places, so that they fit on a phone. */}
            {name === 'places' && <VisuallyHidden>{t.addNamed} </VisuallyHidden>}
            <span>{addText(variant)}</span>
          </Button>
        ))}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </fieldset>
  );
}
