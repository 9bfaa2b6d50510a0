// `npm run baseline`: writes all schema files into one migration, for `supabase db push` to a hosted project. Git ignores the written file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASELINE, readSchemas } from './platform/migrations.ts';

const supabase = join(import.meta.dirname, '../supabase');
const file = join(supabase, 'migrations', `${BASELINE}_baseline.sql`);
mkdirSync(join(supabase, 'migrations'), { recursive: true });
writeFileSync(file, readSchemas(supabase));
console.log(`wrote ${file}`);
