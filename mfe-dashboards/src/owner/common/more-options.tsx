import { useTexts } from '@site/shared/site/site.ts';
import { type ReactNode, type Ref, useId } from 'react';
import css from './more-options.module.css';
import { texts } from './texts.ts';

/** The fields of a form that a person needs less often, as `OptionGroup`s. */
export function MoreOptions({ children }: { children: ReactNode }) {
  const t = useTexts(texts);
  const id = useId();
  return (
    <section className={css.options} aria-labelledby={id}>
      <h2 id={id} className={css.heading}>
        {t.moreOptions}
      </h2>
      {children}
    </section>
  );
}

type OptionGroupProps = {
  /** The title of the group. A form with a single group needs no title. */
  readonly title?: string;
  /** A summary of the values in the collapsed fields. */
  readonly value: string;
  /** A ref to the summary, which can get the focus. */
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
};

/** A group of collapsed form fields. `focusRefused` opens the groups whose fields were refused. */
export function OptionGroup({ title: given, value, ref, children }: OptionGroupProps) {
  const t = useTexts(texts);
  const title = given ?? t.moreOptions;
  return (
    <details className={css.group}>
      <summary ref={ref} className={css.summary}>
        <span className={css.title}>{title}</span>
        <span className={css.value}>{`: ${value}`}</span>
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would repeat the summary as its legend. */}
      <div className={css.content} role="group" aria-label={title}>
        {children}
      </div>
    </details>
  );
}
