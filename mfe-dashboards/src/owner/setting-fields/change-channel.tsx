import type { ContentBlock } from '@site/shared/contracts/content.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { ActionDialog } from '../../signed-in/action-dialog.tsx';
import { useChannel } from '../common/channel-query.ts';
import { texts } from './texts.ts';

type ChangeChannelProps = {
  readonly channel: ContentBlock<'channel'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPublish: () => void;
};

/** Says what will change on the site, before the admin publishes another channel. */
export function ChangeChannel({ channel: { id, title, earlier }, isOpen, onClose, onPublish }: ChangeChannelProps) {
  const t = useTexts(texts);
  const shown = useChannel().data?.shown ?? 0;
  return (
    <ActionDialog
      title={t.change}
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        onPublish();
      }}
      confirmText={t.publish}
    >
      <p>{id === null ? t.changeToNone : t.changeTo(title || id)}</p>
      {shown > 0 && <p>{t.outcome[earlier](shown)}</p>}
    </ActionDialog>
  );
}
