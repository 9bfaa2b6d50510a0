import { type AdminPost, EditedPostSchema } from '@site/shared/contracts/admin-posts.ts';
import { POST_KINDS, POST_LIMITS, type PostKind } from '@site/shared/contracts/post-rules.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { ApiError, Button, paths, toast, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { FieldConflict } from '../../block-editor/field-conflict.tsx';
import { useTyped } from '../../block-editor/use-typed.ts';
import { findReason, type Reasons, reasonsOf } from '../../common/reasons.ts';
import css from './post-page.module.css';
import { useChangedPost, useReadPostAgain } from './posts-queries.ts';
import { texts } from './texts.ts';

const FIELDS = ['kind', 'slug', 'tags'] as const;
type Typed = { readonly kind: PostKind; readonly slug: string; readonly tags: string };

const typedOf = ({ kind, slug, tags }: AdminPost): Typed => ({ kind, slug: slug ?? '', tags: tags.join(', ') });

/** Kind, address and subjects of a text. */
export function PostDetails({ post }: { post: AdminPost }) {
  const t = useTexts(texts);
  const { id, revision } = post;
  const known = { version: revision, body: typedOf(post) };
  const { body: shown, draft, isStale, write, rebase, discard, settle } = useTyped<Typed>(known);
  const [reasons, setReasons] = useState<Reasons>({});
  const changed = useChangedPost();
  const readAgain = useReadPostAgain(id);
  const body = {
    revision,
    kind: shown.kind,
    slug: shown.slug,
    tags: shown.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  };
  const save = useMutation({
    mutationFn: (_sent: Typed) => api('PUT /api/admin/posts/:id', { params: { id }, body }),
    onSuccess: (answer, sent) => {
      changed(answer);
      settle(sent, { version: answer.revision, body: typedOf(answer) });
      toast.success(t.saved);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setReasons(error.fields);
      if (error.code === 'changed_meanwhile') void readAgain();
    },
  });
  const failure = useFailureText(save.error);
  const problemOf = (field: string): string | undefined => {
    const reason = findReason(reasons, field);
    return reason === undefined ? undefined : (t.fieldProblems[reason as keyof typeof t.fieldProblems] ?? t.fieldProblems.too_long);
  };
  const change = (part: Partial<Typed>) => {
    write({ ...shown, ...part });
    setReasons({});
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending || isStale) return;
    const found = reasonsOf(EditedPostSchema, body);
    setReasons(found);
    if (Object.keys(found).length === 0) save.mutate(shown);
  }

  const wordsOf = (field: (typeof FIELDS)[number], text: typeof shown): string => (field === 'kind' ? t.kinds[text.kind] : text[field]);
  return (
    <Panel title={t.details}>
      <form data-keep={`post ${id}`} className={css.panel} onSubmit={submit} noValidate aria-label={t.details}>
        <Select
          label={t.kind}
          value={shown.kind}
          onChange={(event) => change({ kind: POST_KINDS.find((kind) => kind === event.target.value) ?? 'text' })}
          options={POST_KINDS.map((kind) => ({ value: kind, label: t.kinds[kind] }))}
        />
        <TextField
          label={t.slug}
          hint={post.slug ? t.slugHint(paths.post.href(post.slug)) : t.slugFree}
          error={problemOf('slug')}
          maxLength={POST_LIMITS.slug}
          autoCapitalize="none"
          spellCheck={false}
          value={shown.slug}
          onChange={(event) => change({ slug: event.currentTarget.value })}
        />
        <TextField
          label={t.tags}
          hint={t.tagsHint}
          error={problemOf('tags')}
          value={shown.tags}
          onChange={(event) => change({ tags: event.currentTarget.value })}
        />
        {isStale && draft && (
          <FieldConflict
            title={t.detailsConflict}
            saved={{ subject: `post ${id}`, version: revision }}
            fields={FIELDS.map((field) => [t[field], wordsOf(field, known.body), wordsOf(field, draft.body)])}
            onTake={() => {
              discard();
              setReasons({});
              save.reset();
            }}
            onKeep={() => {
              rebase(draft.body);
              save.reset();
            }}
          />
        )}
        <div role="alert">
          {save.isError && !isStale && Object.keys(reasons).length === 0 && (
            <p className={layout.problem}>
              {t.saveDetailsFailed} {failure}
            </p>
          )}
        </div>
        <div className={layout.row}>
          <Button type="submit" variant="secondary" disabled={!draft || isStale} isPending={save.isPending} pendingText={t.savingDetails}>
            {t.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
