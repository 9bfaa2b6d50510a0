// `npm run doctor`: checks the installation named in the environment or in `.env`, or else the site that runs on this machine.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runDoctorCommand } from '../src/doctor/command.ts';
import type { SiteFile } from './site.ts';
import { runBriefly } from './stand-in.ts';

if (existsSync('.env')) process.loadEnvFile();

function variables(): Record<string, string | undefined> {
  if (process.env.SUPABASE_URL) return process.env;
  const file = process.env.SITE_FILE || join(process.env.SITE_DIR || '.local', 'site.json');
  if (!existsSync(file)) throw new Error(`SUPABASE_URL is not set, and there is no local site: ${file} is missing`);
  return (JSON.parse(readFileSync(file, 'utf8')) as SiteFile).internal.variables;
}

await runBriefly(async () => {
  process.exitCode = (await runDoctorCommand(process.argv.slice(2), variables())) ? 0 : 1;
});
