import { ROW_REFUSALS, type RowOutcome, type RowRefusal } from '@site/shared/contracts/admin-imports.ts';

export const isRefusal = (outcome: RowOutcome): outcome is RowRefusal => ROW_REFUSALS.some((refusal) => refusal === outcome);
