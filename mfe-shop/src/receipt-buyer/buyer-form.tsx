import { CONTACT_LIMITS } from '@site/shared/contracts/form-rules.ts';
import type { Guest } from '@site/shared/contracts/guest.ts';
import type { ReceiptBuyer } from '@site/shared/contracts/receipts.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, createApiClient, identity, useTexts } from '@site/shared/site/site.ts';
import { parseTaxId } from '@site/shared/tax-id/tax-id.ts';
import { taxIdTexts } from '@site/shared/tax-id/tax-id-texts.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { proofOf } from '../checkout/guest.ts';
import css from './receipt-buyer.module.css';
import { texts } from './texts.ts';

const api = createApiClient({
  origin: '',
  token: async (fresh: boolean) => (await identity()).token(fresh),
  onRefused: async () => (await identity()).endSession(),
});

const NOTHING: ReceiptBuyer = { name: '', taxId: '' };

/** An API client without a token, so that a guest loads no sign-in code. */
const guestApi = createApiClient({ origin: '' });

type Saving = 'none' | 'pending' | 'saved' | 'wrong' | 'failed';

/**
 * The buyer's details for the receipt. The form also saves them when it loses the focus, because the payment frame is a click away. The
 * form never delays the purchase.
 */
export function BuyerForm({ guest }: { guest: Guest | null }) {
  const t = useTexts(texts);
  const fields = useTexts(taxIdTexts);
  // A guest's details are never read back from the API.
  const [kept, setKept] = useState<ReceiptBuyer | null>(guest && NOTHING);
  const [saving, setSaving] = useState<Saving>('none');

  const isRead = guest !== null;
  useEffect(() => {
    if (isRead) return;
    let isLeft = false;
    const show = (buyer: ReceiptBuyer) => !isLeft && setKept(buyer);
    // If the details cannot be loaded, the buyer can enter them again.
    api('GET /api/me/receipt-buyer', {}).then(show, () => show(NOTHING));
    return () => {
      isLeft = true;
    };
  }, [isRead]);

  async function save(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const buyer = { name: String(data.get('name')).trim(), taxId: String(data.get('taxId')).trim() };
    if (buyer.taxId !== '' && !parseTaxId(buyer.taxId)) return setSaving('wrong');
    if (kept && buyer.name === kept.name && buyer.taxId === kept.taxId) return setSaving((now) => (now === 'wrong' ? 'none' : now));
    setSaving('pending');
    try {
      if (guest) await guestApi('PUT /api/guest-receipt-buyer', { body: { ...buyer, guest: proofOf(guest) } });
      else await api('PUT /api/me/receipt-buyer', { body: buyer });
      setKept(buyer);
      setSaving('saved');
    } catch {
      setSaving('failed');
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void save(event.currentTarget);
  }

  if (!kept) return <p role="status">{t.loading}</p>;
  return (
    <form
      className={css.form}
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) void save(currentTarget);
      }}
    >
      <TextField
        name="name"
        label={fields.name}
        hint={fields.nameHint}
        defaultValue={kept.name}
        maxLength={CONTACT_LIMITS.name}
        autoComplete="name"
      />
      <TextField
        name="taxId"
        label={fields.taxId}
        defaultValue={kept.taxId}
        maxLength={30}
        autoComplete="off"
        autoCapitalize="characters"
        error={saving === 'wrong' && fields.wrongTaxId}
      />
      <div className={css.save}>
        <Button type="submit" variant="secondary" size="s" isPending={saving === 'pending'} pendingText={fields.saving}>
          {fields.save}
        </Button>
        <p role="status">{saving === 'saved' && (guest ? t.savedOnce : t.saved)}</p>
      </div>
      <div role="alert">{saving === 'failed' && <p className={css.failure}>{t.notSaved}</p>}</div>
    </form>
  );
}
