import { toast } from '@site/shared/site/site.ts';

/**
 * Returns the callbacks of a successful call: its dialog closes, and a toast confirms. The toast replaces an older one with the same `id`.
 */
export const closeAndToast = (close: () => void, said: string, id?: string) => ({
  onSuccess: (): void => {
    close();
    toast.success(said, id === undefined ? {} : { id });
  },
});
