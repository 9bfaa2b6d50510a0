// `npm run release-key`: creates the releaser's key once and prints where its two parts belong.

import { localPublicKey } from './local-key.ts';
import { keyFileOf } from './release-store.ts';

const file = keyFileOf(process.env);
const publicKey = localPublicKey(file);
console.log(`The private key is in ${file}, readable by you alone: it signs what \`npm run release\` uploads. It belongs to the
releaser, and to CI as the secret RELEASE_PRIVATE_KEY (the line in the file). Never give it to a shell server.

The public key belongs to every shell server, which takes no release without a signature of it:

RELEASE_PUBLIC_KEYS=${publicKey}

To change the key, regularly or because it leaked: shared/docs/operation.md, "Change the release key".`);
