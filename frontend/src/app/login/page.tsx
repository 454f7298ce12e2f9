import type { Metadata } from 'next';
import { Mark } from '@/components/mark';
import { LoginForm } from '@/features/session/login-form';
import { safeReturnTo } from '@/lib/links';
import styles from '../message-page.module.css';

export const metadata: Metadata = { title: 'Sign in – Glyph' };

interface LoginProps {
  readonly searchParams: Promise<{ returnTo?: string | string[] }>;
}

/** Always the form, even with a session: a session that only this server honours would otherwise go round in circles. */
export default async function LoginPage({ searchParams }: LoginProps) {
  const { returnTo } = await searchParams;
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.brand}>
          <Mark size={24} /> Glyph
        </h1>
        <p className={styles.lead}>Runbooks of your own infrastructure.</p>
        <LoginForm returnTo={safeReturnTo(typeof returnTo === 'string' ? returnTo : null)} />
      </div>
    </main>
  );
}
