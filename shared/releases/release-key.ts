// `npm run release-key`: creates the releaser's key once and prints where its two parts belong.

import { localPublicKey } from './local-key.ts';
import { keyFileOf } from './release-store.ts';

const file = keyFileOf(process.env);
const publicKey = localPublicKey(file);
console.log(`The private key is in ${file}, readable only by you. It signs what \`npm run release\` uploads. Keep it on the releaser's
machine, and in CI as the secret RELEASE_PRIVATE_KEY (the line in the file). Never give it to a shell server.

Give the public key to every shell server. A shell server accepts only releases that are signed with this key:

RELEASE_PUBLIC_KEYS=${publicKey}

To change the key, on schedule or after a leak: shared/docs/operation.md, "Change the release key".`);
