import { BlockPage } from '../../block-editor/block-page.tsx';

/** What replies to messages begin with. */
export const Component = () => <BlockPage block="saved_answers" />;
