import { type AdminCampaign, CampaignSegmentSchema } from '@site/shared/contracts/admin-campaigns.ts';
import { useState } from 'react';
import { inForm } from '../../../drafts/draft-storage.ts';
import { useAutosave } from '../../../drafts/use-autosave.ts';
import { useDraft } from '../../../drafts/use-draft.ts';
import { type Reasons, reasonsIn, reasonsOf } from '../../common/reasons.ts';
import { isChangedMeanwhile } from '../../common/records.ts';
import { type CampaignEdits, useSaveCampaign } from './campaigns-queries.ts';

/** The pause in typing after which a draft is sent, in milliseconds. */
const PAUSE_MS = 1_000;
/** The wait before a failed save is retried, in milliseconds. */
const AGAIN_MS = 10_000;

const editsOf = ({ heads, segment }: AdminCampaign): CampaignEdits => ({ heads, segment });
/**
 * Only the same object counts as saved. So the form also sends words that equal the saved words: the new revision then proves that nobody
 * else saved in between.
 */
const isSame = (one: CampaignEdits, other: CampaignEdits): boolean => one === other;

/** Holds the edits of a draft. They are saved when typing pauses, and never overwrite another admin's words. */
export function useCampaignEdits(campaign: AdminCampaign) {
  const { body, draft, write, rebase, discard, settle } = useDraft(inForm, { version: campaign.revision, body: editsOf(campaign) }, isSame);
  const [refused, setRefused] = useState<Reasons>({});
  const save = useSaveCampaign(campaign.id);
  const problems = { ...reasonsOf(CampaignSegmentSchema, body.segment), ...refused };
  const isWrong = Object.keys(problems).length > 0;
  const isConflict = isChangedMeanwhile(save.error);
  const saveNow = useAutosave({
    typed: draft?.body ?? null,
    version: draft?.version ?? campaign.revision,
    isHeld: isConflict || isWrong,
    isSaving: save.isPending,
    pauseMs: save.isError ? AGAIN_MS : PAUSE_MS,
    save: async (revision, edits) => {
      try {
        const answer = await save.mutateAsync({ revision, ...edits });
        settle(edits, { version: answer.revision, body: editsOf(answer) });
        return answer.revision;
      } catch (error) {
        setRefused(reasonsIn(error));
        throw error;
      }
    },
  });

  return {
    heads: body.heads,
    segment: body.segment,
    problems,
    isConflict,
    isSaved: draft === null && !save.isPending,
    isSaving: save.isPending,
    error: isWrong || isConflict ? null : save.error,
    change: (part: Partial<CampaignEdits>) => {
      write({ ...body, ...part });
      setRefused({});
      // Typing clears the error of a failed save. A running save is not reset, because the next save needs the revision of its answer.
      if (save.isError && !isConflict) save.reset();
    },
    saveNow,
    takeTheirs: () => {
      discard();
      save.reset();
    },
    keepMine: () => {
      rebase(body);
      save.reset();
    },
  };
}
export type Edits = ReturnType<typeof useCampaignEdits>;
