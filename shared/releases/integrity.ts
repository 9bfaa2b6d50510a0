import { createHash } from 'node:crypto';

/** Returns the digest of a file as browsers check it (Subresource Integrity). */
export const integrityOf = (bytes: Uint8Array): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
