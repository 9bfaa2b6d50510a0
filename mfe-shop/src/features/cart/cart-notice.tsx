import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Button, type CartLine, cartStore, Icon, icons, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { useRef } from 'react';
import { purchaseTexts } from '../../checkout/texts.ts';
import css from './cart-notice.module.css';
import { texts } from './texts.ts';

/** The last change of the cart. `lines` is the cart before the change. */
export type Notice =
  | { readonly kind: 'removed'; readonly title: string; readonly lines: readonly CartLine[] }
  | { readonly kind: 'cleared'; readonly lines: readonly CartLine[] }
  | { readonly kind: 'left'; readonly count: number };

/** The button of a removed line is gone, so the focus moves to the undo button. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus();

/** Puts removed lines back to their position. Changes of the cart after the removal stay. */
function restoreInput(now: readonly CartLine[], before: readonly CartLine[]): CartLine[] {
  const lines = [...now];
  for (const [place, line] of before.entries()) if (!now.some(({ id }) => id === line.id)) lines.splice(place, 0, line);
  return lines;
}

export function CartNotice({ notice, onUndone }: { notice: Notice | null; onUndone: () => void }) {
  const t = useTexts(texts);
  const common = useTexts(commonTexts);
  const purchase = useTexts(purchaseTexts);
  const place = useRef<HTMLDivElement>(null);
  const undo = (lines: readonly CartLine[]) => {
    const { lines: now, restore } = cartStore.getState();
    restore(restoreInput(now, lines));
    onUndone();
    place.current?.focus();
  };
  return (
    <div ref={place} role="status" tabIndex={-1} className={css.place}>
      {notice && (
        <div className={css.notice} data-kind={notice.kind}>
          <Icon path={'lines' in notice ? icons.check : pageIcons.info} />
          {notice.kind === 'left' && <p>{purchase.left(notice.count)}</p>}
          {notice.kind === 'removed' && <p>{t.removed(notice.title)}</p>}
          {notice.kind === 'cleared' && <p>{t.cleared}</p>}
          {'lines' in notice && (
            <Button
              key={notice.kind === 'removed' ? notice.title : notice.kind}
              ref={takeFocus}
              variant="quiet"
              size="s"
              onClick={() => undo(notice.lines)}
            >
              {common.undo}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
