import { Button, useTexts } from '@site/shared/site/site.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { patientApi } from '../../signed-in/api.ts';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import css from './system-state.module.css';
import { texts } from './texts.ts';

/** Has the channel read at once, and says how that ended. */
export function ReadChannel() {
  const t = useTexts(texts);
  const client = useQueryClient();
  const reading = useMutation({
    mutationFn: () => patientApi('POST /api/admin/channel-readings', {}),
    onSettled: () => Promise.all(['support', 'admin-settings'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
  const failure = useFailureText(reading.error);
  return (
    <div className={css.action}>
      <Button size="s" variant="secondary" isPending={reading.isPending} pendingText={t.reading} onClick={() => reading.mutate()}>
        {t.readNow}
      </Button>
      <p role="status">{reading.isError ? failure : reading.data && t.readingOutcomes[reading.data.outcome]}</p>
    </div>
  );
}
