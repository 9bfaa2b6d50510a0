import { paths } from '@site/shared/paths/paths.ts';
import { LegalText } from './legal-text.tsx';
import { legalHandle, readLegal } from './read-legal.ts';

export const loader = readLegal('terms');
export const handle = legalHandle('terms');

export function Component() {
  return <LegalText path={paths.terms.href()} />;
}
