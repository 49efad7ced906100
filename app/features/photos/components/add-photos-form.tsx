import { MAX_FILES } from "~/lib/image-limits";
import { SubmitButton } from "~/ui/button";
import { FileField } from "~/ui/file-field";
import { PageForm } from "~/ui/form";

/**
 * Up to five photos more. It carries no `intent`: where an upload is so broken that nothing of it can be read, the
 * message still finds its way back here.
 */
export function AddPhotosForm() {
  return (
    <PageForm encType="multipart/form-data" className="max-w-form">
      <FileField name="photos" label="Photos" max={MAX_FILES} />
      <SubmitButton busy="Uploading…">Add photos</SubmitButton>
    </PageForm>
  );
}
