import { WorkbenchPage } from './_workbench/workbench-page';

export default function StartPage() {
  return <WorkbenchPage address="/" />;
}
