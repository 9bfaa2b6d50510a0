import { onBackFromGoogle } from '@site/shared/google-window/google-window.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * Runs an action that Google's window decides. `isOpen` ends when the person returns to this window: the provider reports a closed window
 * up to ten seconds late, and no button should wait for that.
 */
export function useGoogleWindow(work: () => Promise<unknown>) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isSuccess, isError, error } = useMutation({
    mutationFn: work,
    onMutate: () => setIsOpen(true),
    onSettled: () => setIsOpen(false),
  });

  // React does not know the pop-up window, so an effect watches it.
  useEffect(() => (isOpen ? onBackFromGoogle(() => setIsOpen(false)) : undefined), [isOpen]);

  return { open: () => mutate(), isOpen, isSuccess, isError, error };
}
