import { onBackFromGoogle } from '@site/shared/google-window/google-window.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/**
 * Something that Google's window decides. `isOpen` ends when the person comes back to this one: the provider tells of a window
 * that was closed up to ten seconds late, and no button waits for that.
 */
export function useGoogleWindow(work: () => Promise<unknown>) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isSuccess, isError, error } = useMutation({
    mutationFn: work,
    onMutate: () => setIsOpen(true),
    onSettled: () => setIsOpen(false),
  });

  // Windows are outside of React.
  useEffect(() => (isOpen ? onBackFromGoogle(() => setIsOpen(false)) : undefined), [isOpen]);

  return { open: () => mutate(), isOpen, isSuccess, isError, error };
}
