import { Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';

type LoadingProps = {
  /** Read by screen readers; other visitors see the placeholder. */
  readonly text?: string;
  readonly lines: number;
  /** Whether the title of the page is still loading, so that the placeholder includes a title. */
  readonly hasTitle?: boolean;
};

/** Reserves the space of content that is loading. */
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
