import { BlockPage } from '../../block-editor/block-page.tsx';

/** Shows the editor of the saved answers. */
export const Component = () => <BlockPage block="saved_answers" />;
