import * as v from 'valibot';
import { hasUserInfo } from '../paths/user-info.ts';
import { createLineSchema } from './text.ts';

/** The schema of a URL of another site. */
export const HttpsLinkSchema = v.pipe(
  createLineSchema(500),
  v.url(),
  v.startsWith('https://'),
  v.check((address) => !hasUserInfo(address), 'url'),
);
