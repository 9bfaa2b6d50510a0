import { CONTACT_LIMITS } from '@site/shared/contracts/form-rules.ts';
import type { ReceiptBuyer } from '@site/shared/contracts/receipts.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { ApiError, useTexts } from '@site/shared/site/site.ts';
import { parseTaxId } from '@site/shared/tax-id/tax-id.ts';
import { taxIdTexts } from '@site/shared/tax-id/tax-id-texts.ts';
import { type ComponentProps, useState } from 'react';
import { AskForm } from '../signed-in/ask-button.tsx';

type BuyerButtonProps = Pick<
  ComponentProps<typeof AskForm<ReceiptBuyer>>,
  'label' | 'variant' | 'size' | 'title' | 'about' | 'action' | 'done' | 'doneId'
> & {
  /** The current details. Admins do not see the tax id, so they must type it again. */
  readonly buyer: ReceiptBuyer;
};

/** Asks for the buyer's details on a receipt. */
export function BuyerButton({ buyer, action, ...asked }: BuyerButtonProps) {
  const t = useTexts(taxIdTexts);
  const [isWrong, setIsWrong] = useState(false);
  const isRefused = action.error instanceof ApiError && action.error.fields.taxId !== undefined;

  function read(fields: FormData): ReceiptBuyer | null {
    const taxId = String(fields.get('taxId')).trim();
    const isValid = taxId === '' || parseTaxId(taxId) !== null;
    setIsWrong(!isValid);
    return isValid ? { name: String(fields.get('name')).trim(), taxId } : null;
  }

  return (
    <AskForm
      {...asked}
      action={action}
      confirmText={t.save}
      pendingText={t.saving}
      keep="receipt-buyer"
      isRefused={isRefused}
      onOpen={() => setIsWrong(false)}
      read={read}
    >
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
    </AskForm>
  );
}
