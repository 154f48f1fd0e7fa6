import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { request } from "../../api/request.ts";
import { AlertDialog } from "../../ui/alert-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";

/** Deletes a guide, after a question. For staff. */
export function DeleteGuide({ slug, title }: { slug: string; title: string }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => request("DELETE /internal/ai-guides/{slug}", { path: { slug } }),
    async onSuccess() {
      await navigate("/docs/guides", { replace: true });
      toast({ title: "The guide was deleted", tone: "success" });
    },
  });
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        Delete guide
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={(open) => {
          setAsking(open);
          if (!open) remove.reset();
        }}
        title="Delete this guide?"
        action="Delete guide"
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => remove.mutate()}
      >
        <p className="wrap-anywhere">
          Links to <strong>{title}</strong> will stop working. This can&apos;t be undone.
        </p>
      </AlertDialog>
    </>
  );
}
