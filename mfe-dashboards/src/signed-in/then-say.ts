import { toast } from '@site/shared/site/site.ts';

/** What follows a call that succeeded: its dialog closes, and a toast says so. The toast replaces an older one with the same `id`. */
export const thenSay = (close: () => void, said: string, id?: string) => ({
  onSuccess: (): void => {
    close();
    toast.success(said, id === undefined ? {} : { id });
  },
});
