'use client';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/button';
import { jobsQuery } from '@/lib/api/queries';
import type { Job } from '@/lib/api/types';
import { stopJob } from '@/lib/index-jobs';
import { relativeTime } from '@/lib/relative-time';
import styles from './index-panel.module.css';

const MOST_SHOWN = 5;

/** What runs, how far it is, and how the last ones went. */
export function Jobs() {
  const jobs = useQuery(jobsQuery).data?.jobs ?? [];
  if (jobs.length === 0) return null;
  return (
    <div className={styles.section}>
      <h3>Jobs</h3>
      <ul className={styles.list} aria-label="Jobs">
        {jobs.slice(0, MOST_SHOWN).map((job) => (
          <li key={job.id} className={styles.job}>
            {job.state === 'running' ? <Running job={job} /> : <Ended job={job} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

const NAMES: Readonly<Record<Job['kind'], string>> = {
  update: 'Update',
  rebuild: 'Rebuild',
  rebase: 'New vector base',
  activate: 'Change of generation',
  verify: 'Proof',
  import: 'Import',
};

function Running({ job: { id, kind, progress } }: { job: Job }) {
  const { done, total } = progress;
  const words = total > 0 ? `${done} of ${total} documents` : 'looking at the documents';
  return (
    <>
      <span className={styles.jobHead}>
        <span>
          {NAMES[kind]}: {words}
        </span>
        <Button icon="debug-stop" onClick={() => void stopJob(id)}>
          Cancel
        </Button>
      </span>
      <progress aria-label={`${NAMES[kind]}: ${words}`} {...(total > 0 ? { value: done, max: total } : {})} />
    </>
  );
}

function Ended({ job }: { job: Job }) {
  const age = job.ended_at ? relativeTime(job.ended_at, Date.now()) : '';
  return (
    <span className={job.state === 'failed' ? styles.failed : styles.quiet}>
      {NAMES[job.kind]} {outcomeOf(job)} {age}
    </span>
  );
}

function outcomeOf({ state, error, report, verification }: Job): string {
  if (state === 'failed') return `failed: ${error ?? 'no reason was given.'}`;
  if (state === 'cancelled') return 'was cancelled';
  if (verification) return verdictOf(verification);
  return report ? `done, ${report.indexed} indexed, ${report.failed} failed,` : 'done';
}

function verdictOf({ differences, faults }: NonNullable<Job['verification']>): string {
  const found = differences.length + faults.length;
  return found === 0 ? 'found the index equal to the documents' : `found ${found} differences: rebuild the index`;
}
