import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { useEffect, useState } from 'react';
import { defineTexts } from '../texts/locales.ts';
import { stopCounting } from '../visits/count-visit.ts';
import { isUncounted, setUncounted } from '../visits/uncounted-device.ts';
import css from './uncounted-device.module.css';

const texts = defineTexts(
  {
    counted: 'Visitas feitas com este navegador são contadas, sem nada sobre você.',
    uncounted: 'Visitas feitas com este navegador não são contadas. Isso fica anotado só nele.',
    stop: 'Não contar este aparelho',
    goOn: 'Voltar a contar este aparelho',
    failed: 'O navegador não deixa guardar esta escolha.',
  },
  {
    counted: 'Visits made with this browser are counted, without anything about you.',
    uncounted: 'Visits made with this browser are not counted. Only the browser keeps this choice.',
    stop: 'Do not count this device',
    goOn: 'Count this device again',
    failed: 'The browser cannot save this choice.',
  },
);

/** Renders a switch that excludes this browser from the visit counters, and shows its state. */
export function UncountedDevice() {
  const t = useTexts(texts);
  const [isLeftOut, setIsLeftOut] = useState(false);
  // Read after hydration, because the server does not know this setting.
  useEffect(() => setIsLeftOut(isUncounted()), []);

  const choose = (isWished: boolean) => {
    if (isWished) stopCounting();
    if (setUncounted(isWished)) setIsLeftOut(isWished);
    else toast.error(t.failed);
  };
  return (
    <div className={css.choice}>
      <p role="status">{isLeftOut ? t.uncounted : t.counted}</p>
      <Button variant="secondary" size="s" onClick={() => choose(!isLeftOut)}>
        {isLeftOut ? t.goOn : t.stop}
      </Button>
    </div>
  );
}
