// The stand-in for Firebase Authentication.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { makeFolder } from '@site/shared/process/files.ts';
import { listen, required, requiredPort, runStandIn } from '../stand-in.ts';
import { createAccounts } from './accounts.ts';
import { createActionCodes } from './action-codes.ts';
import { createActionMailer } from './action-mail.ts';
import type { TotpSecret } from './second-factors.ts';
import { seedDemoAccounts } from './seed-demo-accounts.ts';
import { createSnapshot } from './snapshot.ts';
import { loadSigningKey } from './token-signing.ts';
import { createTokens } from './tokens.ts';
import { createIdentityApp } from './web.ts';

await runStandIn('identity', async () => {
  const directory = required('STATE_DIR');
  const projectId = required('FIREBASE_PROJECT_ID');
  const siteUrl = required('SITE_URL');
  const port = requiredPort('IDENTITY_PORT');
  if (!projectId.startsWith('demo-')) throw new Error('FIREBASE_PROJECT_ID of the identity stand-in must start with demo-');
  makeFolder(directory, 0o700);

  const report = (text: string) => process.stderr.write(`${text}\n`);
  const send = createActionMailer({
    smtpUrl: required('SMTP_URL'),
    siteName: required('SITE_NAME'),
    from: `noreply@${projectId}.firebaseapp.com`,
  });
  const key = loadSigningKey(join(directory, 'signing-key.pem'));
  const accounts = createAccounts();
  const codes = createActionCodes(siteUrl);
  const secrets = new Map<string, TotpSecret>();
  const tokens = createTokens({ projectId, key, accounts });
  const snapshot = createSnapshot({ file: join(directory, 'accounts.json'), accounts, codes, secrets, report });
  snapshot.restore();
  await seedDemoAccounts(accounts);
  await snapshot.save();

  const mail = (...about: Parameters<typeof send>) => {
    send(...about).catch((error: Error) => report(`an action mail was not sent: ${error.message}`));
  };
  const project = { projectId, siteUrl, accounts, codes, tokens, mail };
  const app = createIdentityApp({ project, port, secrets, jwks: key.jwks, afterChange: snapshot.schedule });
  const server = createServer(getRequestListener(app.fetch));
  await listen(server, port);

  return async () => {
    await snapshot.save();
    server.close();
    server.closeAllConnections();
  };
});
