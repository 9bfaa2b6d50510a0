import { BlockPage } from '../../block-editor/block-page.tsx';

/** The editor of the saved answers. */
export const Component = () => <BlockPage block="saved_answers" />;
