import { Skeleton, VisuallyHidden } from '@site/shared/site/site.ts';

type LoadingProps = {
  /** Screen readers hear it; the others see the place that the content will take. */
  readonly text: string;
  readonly lines: number;
  /** The title of a page is loading too. */
  readonly hasTitle?: boolean;
};

/** Holds the place of content that is on its way. */
export function Loading({ text, lines, hasTitle = false }: LoadingProps) {
  return (
    <>
      <VisuallyHidden role="status">{text}</VisuallyHidden>
      {hasTitle && <Skeleton shape="title" />}
      <Skeleton lines={lines} />
    </>
  );
}
