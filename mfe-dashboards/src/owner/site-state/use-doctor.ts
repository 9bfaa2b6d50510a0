import { DOCTOR_SERVICES, type DoctorRun, type DoctorService } from '@site/shared/contracts/admin-settings.ts';
import { usePreferences } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { patientApi } from '../../signed-in/api.ts';

export type Check = DoctorRun['checks'][number];
type Runs = Partial<Record<DoctorService, Check[]>>;

/** Checks all services in parallel. Each result appears as soon as it is known. */
export function useDoctor() {
  const { locale } = usePreferences();
  const [runs, setRuns] = useState<Runs>({});
  const running = useMutation({
    mutationFn: async () => {
      setRuns({});
      const check = async (service: DoctorService) => {
        const { checks } = await patientApi('POST /api/admin/doctor-runs', { body: { service, locale } });
        setRuns((done) => ({ ...done, [service]: checks }));
      };
      const outcomes = await Promise.allSettled(DOCTOR_SERVICES.map(check));
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    },
  });
  return { run: () => running.mutate(), isRunning: running.isPending, isDone: running.isSuccess, error: running.error, runs };
}
