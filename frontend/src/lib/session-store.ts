import { create } from 'zustand';

interface SessionState {
  /** True once the server has said that the session is over; unsaved text is still in this page. */
  readonly ended: boolean;
  end(): void;
}

export const useSession = create<SessionState>()((set) => ({
  ended: false,
  end: () => set({ ended: true }),
}));
