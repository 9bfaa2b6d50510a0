import { Icon, type IconPath, icons, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { type DragEvent, useId, useState } from 'react';
import layout from '../../signed-in/layout.module.css';
import css from './file-field.module.css';
import { sizeOf } from './size-of.ts';
import { texts } from './texts.ts';

type FileFieldProps = {
  readonly label: string;
  readonly hint: string;
  readonly icon: IconPath;
  /** The file types that may be chosen, in the format of the input's `accept` attribute. */
  readonly accept: string;
  readonly file: File | null;
  readonly onChoose: (file: File | null) => void;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
};

/** Lets the owner choose one file, in the browser's file dialog or by dropping the file. */
export function FileField({ label, hint, icon, accept, file, onChoose, error, isDisabled = false }: FileFieldProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const id = useId();
  const [isOver, setIsOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && !isDisabled) onChoose(dropped);
  }

  return (
    <div className={css.field}>
      <label
        className={css.zone}
        data-over={isOver || undefined}
        data-invalid={error ? true : undefined}
        data-disabled={isDisabled || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Icon path={file ? icons.check : icon} />
        <span className={css.words}>
          <span className={css.label} id={`${id}-label`}>
            {label}
          </span>
          <span className={layout.softLong} id={`${id}-state`}>
            {file ? t.fileSize(file.name, sizeOf(file.size, locale)) : t.chooseOrDrop}
          </span>
        </span>
        {file && <span className={css.change}>{t.chooseAnother}</span>}
        <input
          className={css.input}
          type="file"
          accept={accept}
          disabled={isDisabled}
          aria-labelledby={`${id}-label ${id}-state`}
          aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) onChoose(chosen);
            // Clear the input's value. Otherwise the browser fires no event when the same file is chosen again after an edit.
            currentTarget.value = '';
          }}
        />
      </label>
      <p className={layout.soft} id={`${id}-hint`}>
        {hint}
      </p>
      <div role="alert">
        {error && (
          <p className={css.error} id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
