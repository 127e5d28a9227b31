// .proto text to a descriptor set by libprotoc, in this process: what bench/source/run.sh measures pbwire against.
//
//     protoc-importer ROUNDS FOLDER FILE...
//
// All files are in memory before the time runs; every round has an Importer of its own, and ends with the set's bytes.
#include <google/protobuf/compiler/importer.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace google::protobuf;

class Memory : public compiler::SourceTree {
 public:
  explicit Memory(std::vector<std::string> folders) : folders_(std::move(folders)) {}
  io::ZeroCopyInputStream *Open(const std::string &name) override {
    auto found = files_.find(name);
    if (found == files_.end()) {
      for (const std::string &folder : folders_) {
        std::ifstream file(folder + "/" + name, std::ios::binary);
        if (!file) continue;
        std::stringstream text;
        text << file.rdbuf();
        found = files_.emplace(name, text.str()).first;
        break;
      }
      if (found == files_.end()) return nullptr;
    }
    return new io::ArrayInputStream(found->second.data(), static_cast<int>(found->second.size()));
  }

 private:
  std::vector<std::string> folders_;
  std::map<std::string, std::string> files_;
};

class Errors : public compiler::MultiFileErrorCollector {
 public:
  void AddError(const std::string &file, int line, int column, const std::string &message) override {
    std::fprintf(stderr, "%s:%d:%d: %s\n", file.c_str(), line + 1, column + 1, message.c_str());
  }
};

static void add(const FileDescriptor *file, std::set<const FileDescriptor *> *done, FileDescriptorSet *set) {
  if (!done->insert(file).second) return;
  for (int i = 0; i < file->dependency_count(); i++) add(file->dependency(i), done, set);
  FileDescriptorProto *proto = set->add_file();
  file->CopyTo(proto);
  file->CopyJsonNameTo(proto);
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  int rounds = std::atoi(argv[1]);
  Memory memory({argv[2], "/usr/include"});
  double best = 1e9;
  size_t size = 0, count = 0;
  for (int round = 0; round <= rounds; round++) { // the first one reads the files
    auto start = std::chrono::steady_clock::now();
    Errors errors;
    std::string bytes;
    {
      compiler::Importer importer(&memory, &errors);
      FileDescriptorSet set;
      std::set<const FileDescriptor *> done;
      for (int i = 3; i < argc; i++) {
        const FileDescriptor *file = importer.Import(argv[i]);
        if (!file) return 1;
        add(file, &done, &set);
      }
      set.SerializeToString(&bytes);
      count = static_cast<size_t>(set.file_size());
    }
    std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    if (round && took.count() < best) best = took.count();
    size = bytes.size();
  }
  std::printf("%.3f ms, %zu files, %zu bytes of descriptors\n", best, count, size);
}
