import { useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { useState } from 'react';
import css from './leak-warning.module.css';
import { isLeaked } from './leaked-password.ts';

const texts = defineTexts(
  {
    leaked: 'Esta senha está em listas de senhas vazadas, as primeiras que invasores tentam. Escolha outra, ou envie de novo para usá-la.',
  },
  {
    leaked:
      'This password is on lists of leaked passwords, which attackers try first. Choose another one, or submit again to use it anyway.',
  },
);

/** Warns about a leaked password without blocking it: submitting it a second time is allowed. */
export function useLeakWarning() {
  const [warnedOf, setWarnedOf] = useState<string | null>(null);
  return {
    isWarned: warnedOf !== null,
    /** Returns false if the person must see the warning first. */
    mayGoOn: async (password: string): Promise<boolean> => {
      if (password === warnedOf) return true;
      const leaked = await isLeaked(password);
      setWarnedOf(leaked ? password : null);
      return !leaked;
    },
  };
}

/** Renders the warning in place of the field's hint. */
export function LeakWarning() {
  const t = useTexts(texts);
  return (
    <span role="alert" className={css.warning}>
      {t.leaked}
    </span>
  );
}
