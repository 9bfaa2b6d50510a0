import { PERSON_SOURCES } from '@site/shared/contracts/admin-people.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { ApiError, useNavigate, useParams, useTexts } from '@site/shared/site/site.ts';
import { useEffect } from 'react';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loading } from '../../../signed-in/loading.tsx';
import { adminPageHandle } from '../../common/admin-page-handle.ts';
import { Permitted } from '../../common/permitted.tsx';
import { PersonMissing } from './person-missing.tsx';
import { usePersonBehind } from './person-queries.ts';
import { texts } from './texts.ts';

export const handle = adminPageHandle((locale) => texts[locale].person);

/** Redirects to the page of the person behind an order, a message, a subscriber or a user. That page is created when it is first opened. */
export const Component = () => (
  <Permitted permission="people">
    <Behind />
  </Permitted>
);

function Behind() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { kind, id = '' } = useParams();
  const source = PERSON_SOURCES.find((known) => known === kind);
  const opened = usePersonBehind(source, id);
  const personId = opened.data?.id;

  useEffect(() => {
    if (personId) void navigate(adminPaths.person.href(personId), { replace: true });
  }, [personId, navigate]);

  if (!source || (opened.error instanceof ApiError && opened.error.code === 'not_found')) return <PersonMissing />;
  if (opened.isError) {
    return <LoadFailure title={t.failed} query={opened} />;
  }
  return <Loading lines={8} hasTitle />;
}
