// `npm run admin-code`: prints a new one-time code for an address in ADMIN_EMAILS. Run it where the API runs, with the same environment.
import { readStoreAddress } from './backup/env.ts';
import { createData } from './gateways/supabase/data.ts';
import { makeAdminCode } from './resources/people/team/admin-code.service.ts';

try {
  const address = readStoreAddress();
  if (!address) throw new Error('SUPABASE_URL and SUPABASE_SECRET_KEY are missing');
  const made = await makeAdminCode(createData(address.url, address.secretKey), false);
  if (made)
    process.stdout.write(
      `${made.code}\nThis code works once, for ${made.hours} hours. Sign in with an address of ADMIN_EMAILS, then enter the code at /claim-admin.\n`,
    );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
