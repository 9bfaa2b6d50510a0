// The stand-in for Firebase Authentication: the official emulator's server, embedded, with tokens signed as the real ones are.
import { join } from 'node:path';
import { makeFolder } from '@site/shared/process/files.ts';
import { required, requiredPort, runStandIn } from '../stand-in.ts';
import { createActionMailer } from './action-mail.ts';
import { startAuthServer } from './auth-server.ts';
import { seedDemoAccounts } from './seed-demo-accounts.ts';

await runStandIn('identity', async () => {
  const directory = required('STATE_DIR');
  const projectId = required('FIREBASE_PROJECT_ID');
  const siteUrl = required('SITE_URL');
  if (!projectId.startsWith('demo-')) throw new Error('FIREBASE_PROJECT_ID of the identity stand-in must start with demo-');
  makeFolder(directory, 0o700);

  const report = (text: string) => process.stderr.write(`${text}\n`);
  const sendActionMail = createActionMailer({
    smtpUrl: required('SMTP_URL'),
    siteUrl,
    siteName: required('SITE_NAME'),
    from: `noreply@${projectId}.firebaseapp.com`,
  });
  const server = await startAuthServer({
    port: requiredPort('IDENTITY_PORT'),
    projectId,
    siteUrl,
    snapshotFile: join(directory, 'accounts.json'),
    keyFile: join(directory, 'signing-key.pem'),
    onAction: (action, locale) => {
      sendActionMail(action, locale).catch((error: Error) => report(`an action mail was not sent: ${error.message}`));
    },
    prepare: seedDemoAccounts,
    report,
  });
  return () => server.close();
});
