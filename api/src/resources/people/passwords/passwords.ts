import { passwordCalls } from '@site/shared/contracts/passwords.ts';
import { handle } from '../../../platform/handle.ts';
import { listLeakedSuffixes } from './passwords.service.ts';

export const passwordHandlers = handle(passwordCalls, {
  'GET /api/password-ranges/:prefix': async ({ deps, params }) => ({ suffixes: await listLeakedSuffixes(deps, params.prefix) }),
});
