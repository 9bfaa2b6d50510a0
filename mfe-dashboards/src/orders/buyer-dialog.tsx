import { CONTACT_LIMITS } from '@site/shared/contracts/form-rules.ts';
import type { ReceiptBuyer } from '@site/shared/contracts/receipts.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, useTexts } from '@site/shared/site/site.ts';
import { parseTaxId } from '@site/shared/tax-id/tax-id.ts';
import { taxIdTexts } from '@site/shared/tax-id/tax-id-texts.ts';
import { type FormEvent, useId, useState } from 'react';
import { ActionDialog } from '../signed-in/action-dialog.tsx';
import layout from '../signed-in/layout.module.css';

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
    <ActionDialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      action={{ isPending: isPending, error: isRefused ? null : error }}
      formId={formId}
      confirmText={t.save}
      pendingText={t.saving}
      failureClass={layout.failure}
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
    </ActionDialog>
  );
}
