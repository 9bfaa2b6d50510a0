import { useEffect } from 'react';

const COUNT = /^\(\d+\) /;

/** Puts a number in front of the browser's page title, also after a navigation. Zero is not shown. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const plain = () => document.title.replace(COUNT, '');
    // Write the title only if it differs, because the observer also reports this change.
    const write = (title: string) => {
      if (document.title !== title) document.title = title;
    };
    const number = () => write(count > 0 ? `(${count}) ${plain()}` : plain());
    number();
    const observer = new MutationObserver(number);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      write(plain());
    };
  }, [count]);
}
