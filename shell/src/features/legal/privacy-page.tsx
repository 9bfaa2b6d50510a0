import { paths } from '@site/shared/paths/paths.ts';
import { UncountedDevice } from '@site/shared/patterns/uncounted-device.tsx';
import { LegalText } from './legal-text.tsx';
import { legalHandle, readLegal } from './read-legal.ts';

export const loader = readLegal('privacy');
export const handle = legalHandle('privacy');

export function Component() {
  return <LegalText path={paths.privacy.href()} choice={<UncountedDevice />} />;
}
