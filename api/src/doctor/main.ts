// `npm run doctor` for an installation without the development tools: `node api/src/doctor/main.ts`.
import { runDoctorCommand } from './command.ts';

try {
  process.exitCode = (await runDoctorCommand(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
