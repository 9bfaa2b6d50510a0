import { type Import, LARGEST_PROOF } from '@site/shared/contracts/admin-imports.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { ApiError, Button, Icon, toast, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { FileField } from '../../files/file-field.tsx';
import { useImportProof } from './imports-queries.ts';
import { texts } from './texts.ts';

/** Shows the proof of a list's consent: a file that is uploaded, replaced, and downloaded by admins who may see lists. */
export function ImportProof({ found }: { found: Import }) {
  const t = useTexts(texts);
  const { send, link } = useImportProof(found.id);
  const [file, setFile] = useState<File | null>(null);
  const failure = useFailureText(send.error);
  const reason = send.error instanceof ApiError ? send.error.fields.uploadId : undefined;
  const isTooLarge = file !== null && file.size > LARGEST_PROOF;
  const problem = isTooLarge ? t.proofProblems.too_large : reason !== undefined ? (t.proofProblems[reason] ?? failure) : undefined;

  const keep = (chosen: File) =>
    send.mutate(chosen, {
      onSuccess: () => {
        setFile(null);
        toast.success(t.proofKept);
      },
    });
  return (
    <Panel title={t.proof}>
      <div className={layout.stack}>
        <p className={layout.hint}>{t.proofHint}</p>
        {found.proofName && (
          <div className={layout.row}>
            <p>{found.proofName}</p>
            <Button
              variant="secondary"
              size="s"
              isPending={link.isPending}
              onClick={() =>
                link.mutate(undefined, { onSuccess: ({ url }) => location.assign(url), onError: () => toast.error(t.proofLinkFailed) })
              }
            >
              <Icon path={pageIcons.download} />
              {t.proofDownload}
            </Button>
          </div>
        )}
        <FileField
          label={found.proofName ? t.proofReplace : t.proofFile}
          hint={t.proofFileHint}
          icon={pageIcons.pages}
          accept="application/pdf,image/png,image/jpeg"
          file={file}
          onChoose={(chosen) => {
            setFile(chosen);
            send.reset();
          }}
          error={problem}
          isDisabled={send.isPending}
        />
        <ActionFailure error={problem === undefined && send.error} className={layout.refusal} />
        {file && !isTooLarge && (
          <div className={layout.row}>
            <Button variant="secondary" isPending={send.isPending} onClick={() => keep(file)}>
              {t.proofKeep}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
