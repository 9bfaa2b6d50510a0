import { randomUUID } from 'node:crypto';
import { type AudioUpload, adminOwnEpisodeCalls } from '@site/shared/contracts/admin-own-episodes.ts';
import { type AudioProblem, LARGEST_AUDIO } from '@site/shared/contracts/audio-rules.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import type { Job } from '../../../platform/jobs.ts';
import type { WorkLimits } from '../../../platform/limited-work.ts';
import { AddressProblem, openAddress } from '../../../platform/open-address.ts';
import { listWaitingUploads } from '../../../platform/uploads.ts';
import { versionOf } from '../../shop/ebooks/ebook-uploads.ts';
import { StoredAdminEpisodeSchema, toAnswer } from './admin-episodes.ts';
import type { AudioFacts } from './audio-facts.ts';
import { AUDIO_ENDINGS } from './audio-files.ts';
import { readAudioApart } from './audio-reader.ts';

/** The dashboard waits 30 seconds for the answer. */
const ADDRESS_LIMITS = { maxBytes: LARGEST_AUDIO, ms: 25_000 };

const refuseAudio = (field: 'audio' | 'audio.address', problem: AudioProblem): AppError =>
  new AppError('invalid_input', { fields: { [field]: problem } });

type Facts = Exclude<AudioFacts, { problem: string }>;

/** Reads an audio file of the private bucket, and copies it to the public bucket. Returns its facts, or why it cannot be an episode. */
export async function publishAudio(data: Deps['data'], key: string, limits?: WorkLimits): ReturnType<typeof readAudioApart> {
  const facts = await readAudioApart(await data.streamPrivateFile(key), limits);
  if (!('problem' in facts)) await data.copyToPublic(key, `${key}${AUDIO_ENDINGS[facts.type]}`);
  return facts;
}

/** Returns the facts of an uploaded audio file, and copies it to the public bucket. */
async function takeUploadedAudio({ data }: Pick<Deps, 'data'>, id: string): Promise<Facts> {
  const upload = (await listWaitingUploads(data, [id])).find(({ kind }) => kind === 'audio');
  const file = upload && (await data.aboutPrivateFile(upload.key));
  if (!file) throw refuseAudio('audio', 'upload_gone');
  if (file.size > LARGEST_AUDIO) throw refuseAudio('audio', 'too_large');
  const facts = await publishAudio(data, upload.key);
  if ('problem' in facts) throw refuseAudio('audio', facts.problem);
  return facts;
}

/** Returns the facts of an audio file at another host. */
async function readAudioAt(address: string): Promise<Facts> {
  try {
    const facts = await readAudioApart(await openAddress(address, ADDRESS_LIMITS));
    if ('problem' in facts) throw refuseAudio('audio.address', facts.problem);
    return facts;
  } catch (error) {
    throw error instanceof AddressProblem ? refuseAudio('audio.address', error.problem) : error;
  }
}

const NOTHING = { uploadId: null, url: null, type: null, bytes: null, seconds: null };

/** The team's routes for episodes that are not from the channel, and for the audio of all episodes. */
export const ownEpisodeHandlers = handle(adminOwnEpisodeCalls, {
  'POST /api/admin/episodes': async ({ deps, sql, actor, body }) => await toAnswer(deps, await sql.createEpisode({ actor, ...body })),
  'DELETE /api/admin/episodes/:id': async ({ sql, actor, params, body }) => {
    await sql.deleteEpisode({ actor, ...params, ...body });
    return null;
  },
  'POST /api/admin/episodes/:id/publication': async ({ deps, sql, actor, params, body: { revision, at } }) =>
    await toAnswer(deps, await sql.publishEpisode({ actor, ...params, revision, publishAt: at })),
  'DELETE /api/admin/episodes/:id/schedule': async ({ deps, sql, actor, params, body }) =>
    await toAnswer(deps, await sql.unscheduleEpisode({ actor, ...params, ...body })),
  'POST /api/admin/episodes/:id/audio-uploads': async ({ deps: { data }, sql, params, body }): Promise<AudioUpload> => {
    const begun = body.upload && (await sql.expectAudio({ uploadId: body.upload, ...params }));
    if (begun && (await data.aboutPrivateFile(begun))) return { id: body.upload ?? '', to: null };
    const id = begun ? (body.upload ?? '') : randomUUID();
    const key = begun || (await sql.expectAudio({ uploadId: id, ...params }));
    if (!key) throw new AppError('not_found');
    return { id, to: await data.resumableUpload(key) };
  },
  'PUT /api/admin/episodes/:id/audio': async ({ deps, sql, actor, params, body: { revision, audio } }) => {
    const stored = await sql.getAdminEpisode(params);
    const change = { ...NOTHING, actor, ...params, revision };
    if (audio === null) return await toAnswer(deps, await sql.setEpisodeAudio(change));
    if ('address' in audio) {
      const facts = await readAudioAt(audio.address);
      return await toAnswer(deps, await sql.setEpisodeAudio({ ...change, url: audio.address, ...facts }));
    }
    // The same request was sent twice.
    if (v.parse(StoredAdminEpisodeSchema, stored).audio?.url.startsWith(`/audio/${params.id}.${versionOf(audio.upload)}.`))
      return await toAnswer(deps, stored);
    const facts = await takeUploadedAudio(deps, audio.upload);
    return await toAnswer(deps, await sql.setEpisodeAudio({ ...change, uploadId: audio.upload, ...facts }), { upload_gone: 'audio' });
  },
});

/** Publishes scheduled episodes shortly after their time, even if no instance was running at that time. */
export const episodePublishingJob = ({ data, answers }: Pick<Deps, 'data' | 'answers'>): Job => ({
  name: 'scheduled_episodes',
  intervalSeconds: 20,
  leaseSeconds: 30,
  run: async () => {
    if (((await data.sql.publishDueEpisodes()) ?? 0) > 0) answers.outdate();
  },
});
