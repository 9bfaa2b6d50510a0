import { accentColorsOf, darkAccentColorsOf } from '@site/shared/design/accent.ts';
import { darkPalette, palette } from '@site/shared/design/palette.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { useTexts } from '@site/shared/site/site.ts';
import type { CSSProperties } from 'react';
import css from './accent-field.module.css';
import { texts } from './texts.ts';

const COLOR = /^#[0-9a-f]{6}$/;

type AccentFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly path: string;
  readonly onChange: (color: string) => void;
};

/** Chooses one colour, by picker or as text, and shows how the site uses it in the light and the dark theme. */
export function AccentField({ label, value, error, path, onChange }: AccentFieldProps) {
  const t = useTexts(texts);
  const typed = value.trim().toLowerCase();
  const color = COLOR.test(typed) ? typed : palette.accent;
  return (
    <div className={css.accent}>
      <div className={css.choice}>
        <TextField
          label={label}
          hint={t.colorHint}
          error={error}
          value={value}
          maxLength={7}
          spellCheck={false}
          data-path={path}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <input
          type="color"
          className={css.color}
          aria-label={t.chooseColor}
          value={color}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      <AccentPreview color={color} />
    </div>
  );
}

function AccentPreview({ color }: { color: string }) {
  const t = useTexts(texts);
  const byDay = accentColorsOf(color);
  const { accent, isMoved } = byDay;
  return (
    <div className={css.preview}>
      <p role="status" className={css.words}>
        {isMoved ? t.colorMoved : t.colorKept}
      </p>
      {isMoved && (
        <ul className={css.swatches}>
          {[
            { name: t.chosen, shown: color },
            { name: t.used, shown: accent },
          ].map(({ name, shown }) => (
            <li key={name} className={css.swatch}>
              <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                <rect width="1" height="1" fill={shown} />
              </svg>
              <span>
                {name} <code>{shown}</code>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={css.samples}>
        {[
          { name: t.light, ground: palette, colors: byDay },
          { name: t.dark, ground: darkPalette, colors: darkAccentColorsOf(color) },
        ].map(({ name, ground, colors }) => (
          <p key={name} className={css.sample} style={tokensOf(ground, colors)}>
            <small>{name}</small>
            <span className={css.button}>{t.sampleButton}</span>
            <span className={css.link}>{t.sampleLink}</span>
            <span className={css.chip}>{t.sampleChip}</span>
          </p>
        ))}
      </div>
    </div>
  );
}

/** A sample uses the tokens of the future site, not those of this page. */
const tokensOf = (
  ground: typeof palette | typeof darkPalette,
  { accent, accentStrong, accentTint }: ReturnType<typeof darkAccentColorsOf>,
) =>
  ({
    '--color-paper': ground.paper,
    '--color-ink-soft': ground.inkSoft,
    '--color-on-accent': ground.onAccent,
    '--color-accent': accent,
    '--color-accent-strong': accentStrong,
    '--color-accent-tint': accentTint,
  }) as CSSProperties;
