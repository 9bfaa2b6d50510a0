import { useTexts } from '@site/shared/site/site.ts';
import { type ReactNode, type Ref, useId } from 'react';
import css from './more-options.module.css';
import { texts } from './texts.ts';

/** The parts of a form that a person needs less often, each an `OptionGroup`. */
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
  /** Without a title the group holds all that is folded in its form. */
  readonly title?: string;
  /** Says what is set in the folded fields. */
  readonly value: string;
  /** The summary, to move the focus to. */
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
};

/** Folded fields of a form. `focusRefused` unfolds the groups whose fields were refused. */
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
