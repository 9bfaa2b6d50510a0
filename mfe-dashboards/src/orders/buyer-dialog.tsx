import { CONTACT_LIMITS } from '@site/shared/contracts/form-rules.ts';
import type { ReceiptBuyer } from '@site/shared/contracts/receipts.ts';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, Button, useTexts } from '@site/shared/site/site.ts';
import { parseTaxId } from '@site/shared/tax-id/tax-id.ts';
import { taxIdTexts } from '@site/shared/tax-id/tax-id-texts.ts';
import { type FormEvent, useId, useState } from 'react';
import layout from '../signed-in/layout.module.css';
import { useFailureText } from '../signed-in/load-failure.tsx';
import css from './buyer-dialog.module.css';

type BuyerDialogProps = {
  readonly title: string;
  readonly meaning: string;
  /** What stands there now; an admin does not see the tax id, and writes it anew. */
  readonly buyer: ReceiptBuyer;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onSave: (buyer: ReceiptBuyer) => void;
};

/** Asks for who stands on a receipt. */
export function BuyerDialog({ title, meaning, buyer, isOpen, onClose, isPending, error, onSave }: BuyerDialogProps) {
  const t = useTexts(taxIdTexts);
  const formId = useId();
  const failure = useFailureText(error);
  const [isWrong, setIsWrong] = useState(false);
  const isRefused = error instanceof ApiError && error.fields.taxId !== undefined;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    const taxId = String(form.get('taxId')).trim();
    const isValid = taxId === '' || parseTaxId(taxId) !== null;
    setIsWrong(!isValid);
    if (isValid) onSave({ name: String(form.get('name')).trim(), taxId });
  }

  return (
    <ConfirmDialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} isPending={isPending} pendingText={t.saving}>
          {t.save}
        </Button>
      }
    >
      <p>{meaning}</p>
      {isOpen && (
        <form id={formId} data-keep="receipt-buyer" onSubmit={submit} className={layout.stack}>
          <TextField name="name" label={t.name} defaultValue={buyer.name} maxLength={CONTACT_LIMITS.name} autoComplete="name" />
          <TextField
            name="taxId"
            label={t.taxId}
            defaultValue={buyer.taxId}
            maxLength={30}
            autoComplete="off"
            autoCapitalize="characters"
            error={(isWrong || isRefused) && t.wrongTaxId}
          />
        </form>
      )}
      <div role="alert">{error && !isRefused && <p className={css.failure}>{failure}</p>}</div>
    </ConfirmDialog>
  );
}
