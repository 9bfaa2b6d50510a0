import { defineTexts } from '@site/shared/texts/locales.ts';

export const recountTexts = defineTexts(
  {
    title: 'Recontando os dias',
    message: (zone: string): string =>
      `As análises passam a mostrar os dias de ${zone} quando tudo estiver contado. Até lá, continuam completas, nos dias do fuso anterior.`,
    percent: (percent: number): string => `${percent}%`,
  },
  {
    title: 'Counting the days anew',
    message: (zone) =>
      `The analytics show the days of ${zone} once everything is counted. Until then they stay complete, by the days of the time zone before.`,
    percent: (percent) => `${percent}%`,
  },
);
