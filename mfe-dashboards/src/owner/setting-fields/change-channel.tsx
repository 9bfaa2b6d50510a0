import type { ContentBlock } from '@site/shared/contracts/content.ts';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { useChannel } from '../common/channel-query.ts';
import { texts } from './texts.ts';

type ChangeChannelProps = {
  readonly channel: ContentBlock<'channel'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPublish: () => void;
};

/** Says what another channel does to the site, before it is published. */
export function ChangeChannel({ channel: { id, title, earlier }, isOpen, onClose, onPublish }: ChangeChannelProps) {
  const t = useTexts(texts);
  const shown = useChannel().data?.shown ?? 0;
  return (
    <ConfirmDialog
      title={t.change}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button
          onClick={() => {
            onClose();
            onPublish();
          }}
        >
          {t.publish}
        </Button>
      }
    >
      <p>{id === null ? t.changeToNone : t.changeTo(title || id)}</p>
      {shown > 0 && <p>{t.outcome[earlier](shown)}</p>}
    </ConfirmDialog>
  );
}
