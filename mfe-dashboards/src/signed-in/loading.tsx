import { Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';

type LoadingProps = {
  /** Screen readers hear it; the others see the place that the content will take. */
  readonly text?: string;
  readonly lines: number;
  /** The title of a page is loading too. */
  readonly hasTitle?: boolean;
};

/** Holds the place of content that is on its way. */
export function Loading({ text, lines, hasTitle = false }: LoadingProps) {
  const { loading } = useTexts(stateTexts);
  return (
    <>
      <VisuallyHidden role="status">{text ?? loading}</VisuallyHidden>
      {hasTitle && <Skeleton shape="title" />}
      <Skeleton lines={lines} />
    </>
  );
}
