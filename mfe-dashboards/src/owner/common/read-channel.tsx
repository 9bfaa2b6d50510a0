import { Button, useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { patientApi } from '../../signed-in/api.ts';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import css from './read-channel.module.css';

const texts = defineTexts(
  {
    readNow: 'Sincronizar agora',
    reading: 'Lendo o canal…',
    outcomes: {
      read: 'O canal foi lido agora.',
      running: 'A leitura está em andamento. Verifique de novo em instantes.',
      failed: 'O canal não pôde ser lido.',
    },
  },
  {
    readNow: 'Sync now',
    reading: 'Syncing the channel…',
    outcomes: {
      read: 'The channel has just been synced.',
      running: 'The sync is still running. Check again in a moment.',
      failed: 'The channel could not be synced.',
    },
  },
);

/** The queries that show data of the channel, by the first part of their key. */
const ABOUT_CHANNEL = ['support', 'incidents', 'admin-settings', 'channel', 'admin-episodes', 'admin-episode'];

/** Starts a sync of the channel, and shows its result. */
export function ReadChannel() {
  const t = useTexts(texts);
  const client = useQueryClient();
  const reading = useMutation({
    mutationFn: () => patientApi('POST /api/admin/channel-readings', {}),
    onSettled: () => Promise.all(ABOUT_CHANNEL.map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
  const failure = useFailureText(reading.error);
  return (
    <div className={css.action}>
      <Button size="s" variant="secondary" isPending={reading.isPending} pendingText={t.reading} onClick={() => reading.mutate()}>
        {t.readNow}
      </Button>
      <p role="status">{reading.isError ? failure : reading.data && t.outcomes[reading.data.outcome]}</p>
    </div>
  );
}
